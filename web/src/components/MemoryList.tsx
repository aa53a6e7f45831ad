import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { Schemas } from "../api/client";
import { type MemoryFilter, useMemories } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useKeys } from "../hooks/use-keys";
import { useLanguage } from "../i18n";
import { dayName } from "../lib/time";
import { Icon } from "../ui/Icon";
import { Empty, Loading, Problem } from "../ui/states";
import { StateBadge, StoreBadge, TrustBadge } from "./badges";
import { VisibleText } from "./VisibleText";

type Memory = Schemas["ListedMemory"];
type Row = { kind: "day"; day: string } | { kind: "memory"; memory: Memory };

function rowsOf(memories: Memory[]): Row[] {
  const rows: Row[] = [];
  let last: string | undefined;
  for (const memory of memories) {
    const day = memory.day ?? "";
    if (day !== last) rows.push({ kind: "day", day });
    last = day;
    rows.push({ kind: "memory", memory });
  }
  return rows;
}

interface Props {
  /** Memories chosen for something done to several; null while one is looked at at a time. */
  picked?: Map<string, Memory> | null;
  onPick?: (memory: Memory) => void;
  filter: MemoryFilter;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The timeline: only the rows in view exist, and more pages are fetched on the way down. */
export function MemoryList({ filter, chosen, onChoose, picked, onPick }: Props) {
  const { t, locale } = useLanguage();
  const query = useMemories(useAgent(), filter);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const memories = useMemo(() => query.data?.pages.flatMap((page) => page.memories) ?? [], [query.data]);
  const rows = useMemo(() => rowsOf(memories), [memories]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at]?.kind === "day" ? 34 : 74),
    overscan: 8,
    getItemKey: (at) => {
      const row = rows[at];
      return row?.kind === "memory" ? row.memory.id : `day-${row?.day}`;
    },
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= rows.length - 20 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [lastShown, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const step = (by: number) => {
    const at = memories.findIndex((memory) => memory.id === chosen);
    const next = memories[Math.max(0, Math.min(memories.length - 1, at + by))];
    if (!next) return;
    onChoose(next.id);
    virtual.scrollToIndex(rows.findIndex((row) => row.kind === "memory" && row.memory.id === next.id));
  };
  useKeys({ j: () => step(1), k: () => step(-1) });

  if (query.error && !query.data) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const total = query.data.pages[0]?.total ?? 0;
  if (total === 0) {
    const filtered = Object.keys(filter).length > 0;
    return (
      <Empty title={filtered ? t("memories.noMatch") : t("memories.none")}>
        {filtered ? t("memories.noMatchHelp") : t("memories.noneHelp")}
      </Empty>
    );
  }
  return (
    <>
      <p className="quiet list-total" role="status">
        {t("memories.total", { n: total })}
      </p>
      <div className="scroller" ref={scroller}>
        <div className="virtual" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="virtual-row"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === "day" ? (
                  <h2 className="day">{row.day ? dayName(row.day, locale) : t("memories.undated")}</h2>
                ) : picked ? (
                  <div className="pick">
                    <input type="checkbox" aria-label={row.memory.text.slice(0, 80)} checked={picked.has(row.memory.id)} onChange={() => onPick?.(row.memory)} />
                    <MemoryRow memory={row.memory} chosen={picked.has(row.memory.id)} onChoose={() => onPick?.(row.memory)} />
                  </div>
                ) : (
                  <MemoryRow memory={row.memory} chosen={row.memory.id === chosen} onChoose={onChoose} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function MemoryRow({ memory, chosen, onChoose }: { memory: Memory; chosen: boolean; onChoose: (id: string) => void }) {
  const { t } = useLanguage();
  const text = memory.text.length > 240 ? `${memory.text.slice(0, 240)}…` : memory.text;
  return (
    <button
      type="button"
      className={chosen ? "memory-row chosen" : "memory-row"}
      aria-current={chosen ? "true" : undefined}
      onClick={() => onChoose(memory.id)}
    >
      <span className={memory.past || memory.forgotten ? "memory-text past" : "memory-text"}>
        <VisibleText text={text} />
      </span>
      <span className="memory-meta">
        <StoreBadge store={memory.store} />
        {memory.kind && <span>{memory.kind}</span>}
        <StateBadge state={memory.state} />
        <TrustBadge trust={memory.trust} />
        {memory.past && <span>{t("memory.past")}</span>}
        {memory.pinned && (
          <span className="pinned">
            <Icon name="pin" size={13} /> {t("memory.pinned")}
          </span>
        )}
      </span>
    </button>
  );
}
