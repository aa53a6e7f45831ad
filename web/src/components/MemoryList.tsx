import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import type { Schemas } from "../api/client";
import { type MemoryFilter, PAGE, useMemories, useMemoryPages } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useKeys } from "../hooks/use-keys";
import { useLanguage } from "../i18n";
import { dayName } from "../lib/time";
import { Icon } from "../ui/Icon";
import { Empty, Loading, Problem } from "../ui/states";
import { KindName, StateBadge, StoreBadge, TrustBadge } from "./badges";
import { timelineOf } from "./timeline";
import { VisibleText } from "./VisibleText";

type Memory = Schemas["ListedMemory"];

interface Props {
  /** Memories chosen for something done to several; null while one is looked at at a time. */
  picked?: Map<string, Memory> | null;
  onPick?: (memory: Memory) => void;
  filter: MemoryFilter;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The timeline: only the rows in view exist, and only the pages they lie on are read. */
export function MemoryList({ filter, chosen, onChoose, picked, onPick }: Props) {
  const { t, locale } = useLanguage();
  const agent = useAgent();
  const query = useMemories(agent, filter);
  const timeline = useMemo(() => timelineOf(query.data?.days ?? []), [query.data]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: timeline.count,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (timeline.row(at).kind === "day" ? 34 : 74),
    overscan: 8,
  });
  const items = virtual.getVirtualItems().map((item) => ({ ...item, row: timeline.row(item.index) }));
  const wanted = new Set(items.flatMap(({ row }) => (row.kind === "memory" ? [Math.floor(row.offset / PAGE)] : [])));
  const pages = useMemoryPages(agent, filter, [...wanted]);
  const memoryAt = (offset: number) => pages.get(Math.floor(offset / PAGE))?.[offset % PAGE];

  const at = useRef(-1);
  const choose = (memory: Memory, offset: number) => {
    at.current = offset;
    onChoose(memory.id);
  };
  const step = (by: number) => {
    const total = query.data?.total ?? 0;
    const next = Math.max(0, Math.min(total - 1, at.current + by));
    const memory = memoryAt(next);
    if (memory) choose(memory, next);
    if (total > 0) virtual.scrollToIndex(timeline.indexOf(next));
  };
  useKeys({ j: () => step(1), k: () => step(-1) });

  if (query.error && !query.data) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  if (query.data.total === 0) {
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
        {t("memories.total", { n: query.data.total })}
      </p>
      <div className="scroller" ref={scroller}>
        <div className="virtual" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ key, index, start, row }) => {
            const memory = row.kind === "memory" ? memoryAt(row.offset) : undefined;
            return (
              <div key={key} ref={virtual.measureElement} data-index={index} className="virtual-row" style={{ transform: `translateY(${start}px)` }}>
                {row.kind === "day" && <h2 className="day">{row.day ? dayName(row.day, locale) : t("memories.undated")}</h2>}
                {row.kind === "memory" && !memory && <div className="memory-row awaited"><div className="shimmer" /></div>}
                {row.kind === "memory" &&
                  memory &&
                  (picked ? (
                    <div className="pick">
                      <input type="checkbox" aria-label={memory.text.slice(0, 80)} checked={picked.has(memory.id)} onChange={() => onPick?.(memory)} />
                      <MemoryRow memory={memory} chosen={picked.has(memory.id)} onChoose={() => onPick?.(memory)} />
                    </div>
                  ) : (
                    <MemoryRow memory={memory} chosen={memory.id === chosen} onChoose={() => choose(memory, row.offset)} />
                  ))}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function MemoryRow({ memory, chosen, onChoose }: { memory: Memory; chosen: boolean; onChoose: () => void }) {
  const { t } = useLanguage();
  const text = memory.text.length > 240 ? `${memory.text.slice(0, 240)}…` : memory.text;
  return (
    <button
      type="button"
      className={chosen ? "memory-row chosen" : "memory-row"}
      aria-current={chosen ? "true" : undefined}
      onClick={onChoose}
    >
      <span className={memory.past || memory.forgotten ? "memory-text past" : "memory-text"}>
        <VisibleText text={text} />
      </span>
      <span className="memory-meta">
        <StoreBadge store={memory.store} />
        {memory.kind && <KindName kind={memory.kind} />}
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
