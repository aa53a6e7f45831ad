const PATHS = {
  home: "M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-6h4v6",
  memories: "M12 4a8 8 0 1 0 8 8M12 8v4.5l3 2M16 4h4v4",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20",
  review: "M9 11.5l2.5 2.5L20 5.5M20 12v7H4V5h10",
  files: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  history: "M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4.5l3 1.5",
  context: "M4 6h16M4 12h10M4 18h13",
  graph: "M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.4 6.4l7.2 2.2M16.5 11.5l-6.6 5.5M6.4 8l1.2 8",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  settings: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  moon: "M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z",
  pin: "M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  check: "M5 12.5l4.5 4.5L19 7",
  alert: "M12 4 2.5 20h19zM12 10v4M12 17v.5",
  plus: "M12 5v14M5 12h14",
  arrow: "M5 12h14M13 6l6 6-6 6",
  back: "M19 12H5M11 6l-6 6 6 6",
  out: "M15 4h5v16h-5M4 12h11M11 8l4 4-4 4",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing that says nothing to a screen reader: the words beside it do. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
