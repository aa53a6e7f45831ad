import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { Schemas } from "../api/client";
import { BulkBar } from "../components/BulkBar";
import { MemoryDetail } from "../components/MemoryDetail";
import { MemoryFilters, useMemoryFilter } from "../components/MemoryFilters";
import { MemoryList } from "../components/MemoryList";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";

export function MemoriesPage() {
  const { t } = useLanguage();
  const agent = useAgent();
  const { id } = useParams();
  const navigate = useNavigate();
  const [filter, setFilter] = useMemoryFilter();
  const [picked, setPicked] = useState<Map<string, Schemas["ListedMemory"]> | null>(null);
  const pick = (memory: Schemas["ListedMemory"]) => {
    const next = new Map(picked);
    if (!next.delete(memory.id)) next.set(memory.id, memory);
    setPicked(next);
  };
  const { search } = window.location;
  return (
    <div className={id ? "page split has-detail" : "page split"}>
      <title>{`${t("nav.memories")} — Soulfile`}</title>
      <section className="split-list" aria-labelledby="memories-title">
        <header className="page-head">
          <h1 id="memories-title">{t("nav.memories")}</h1>
          {!picked && (
            <Button look="quiet" icon="check" onClick={() => setPicked(new Map())}>
              {t("bulk.start")}
            </Button>
          )}
        </header>
        <MemoryFilters filter={filter} onChange={setFilter} />
        {picked && <BulkBar filter={filter} picked={picked} onPicked={setPicked} />}
        <MemoryList
          picked={picked}
          onPick={pick}
          filter={filter}
          chosen={id}
          onChoose={(next) => void navigate(agentPath(agent, "memories", next) + search)}
        />
      </section>
      <section className="split-detail" aria-label={t("memory.detail")}>
        {id ? (
          <MemoryDetail key={id} id={id} onClose={() => void navigate(agentPath(agent, "memories") + search)} />
        ) : (
          <p className="choose quiet">{t("memories.choose")}</p>
        )}
      </section>
    </div>
  );
}
