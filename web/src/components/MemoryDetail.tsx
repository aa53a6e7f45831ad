import { useState } from "react";
import { Link } from "react-router";
import { editCore, pin, restore, reword } from "../api/changes";
import type { Schemas } from "../api/client";
import { useBlame, useDecayOf, useMemory } from "../api/queries";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { type Key, useLanguage, worded } from "../i18n";
import { countHidden } from "../lib/invisible";
import { Button } from "../ui/Button";
import { Empty, Loaded } from "../ui/states";
import { useToast } from "../ui/Toasts";
import { actorName } from "./actors";
import { Corrections } from "./Corrections";
import { DecayCurve } from "./DecayCurve";
import { ForgetDialog } from "./ForgetDialog";
import { Provenance } from "./Provenance";
import { KindName, ScopeName, StateBadge, StoreBadge, TrustBadge } from "./badges";
import { VisibleText } from "./VisibleText";
import { useMoment, When } from "./When";

type Memory = Schemas["ListedMemory"] & { thresholds: Schemas["StateThresholds"] };

export function MemoryDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const query = useMemory(agent, id);
  return (
    <div className="detail">
      <Button look="quiet" icon="back" className="detail-back" onClick={onClose}>
        {t("back")}
      </Button>
      <Loaded query={query}>
        {(memory) =>
          memory ? (
            <Details memory={memory} />
          ) : (
            <Empty icon="search" title={t("memory.gone")}>
              <p>
                {t("memory.goneHelp")} <Link to={agentPath(agent, "history")}>{t("memory.goneHistory")}</Link>
              </p>
            </Empty>
          )
        }
      </Loaded>
    </div>
  );
}

function Details({ memory }: { memory: Memory }) {
  const { t } = useLanguage();
  const moment = useMoment();
  const agent = useAgent();
  const hidden = countHidden(memory.text);
  return (
    <article>
      <p className="memory-meta">
        <StoreBadge store={memory.store} />
        {memory.kind && <KindName kind={memory.kind} />}
        <StateBadge state={memory.state} />
        <TrustBadge trust={memory.trust} />
      </p>
      <p className="memory-full">
        <VisibleText text={memory.text} />
      </p>
      {hidden > 0 && <p className="problem-line">{t("hidden.found", { n: hidden })}</p>}
      {memory.tags && memory.tags.length > 0 && (
        <p className="tags">
          {memory.tags.map((tag) => (
            <Link key={tag} to={`${agentPath(agent, "memories")}?tag=${encodeURIComponent(tag)}`}>
              #{tag}
            </Link>
          ))}
        </p>
      )}
      <Actions memory={memory} />
      <dl className="facts">
        <dt>{t("memory.id")}</dt>
        <dd className="mono">{memory.id}</dd>
        {memory.created && (
          <>
            <dt>{t("memory.made")}</dt>
            <dd>{moment(memory.created)}</dd>
          </>
        )}
        <dt>{t("memory.where")}</dt>
        <dd>
          <Link className="mono" to={`${agentPath(agent, "files", memory.path)}?line=${memory.lines[0]}`}>
            {memory.path}:{memory.lines[0]}
          </Link>
        </dd>
        {memory.source && (
          <>
            <dt>{t("memory.source")}</dt>
            <dd>{worded("source", memory.source, t)}</dd>
          </>
        )}
        <dt>{t("memory.trust")}</dt>
        <dd>{t(`trust.${memory.trust}` as Key)}</dd>
        <dt>{t("memory.scope")}</dt>
        <dd>
          <ScopeName scope={memory.scope} />
        </dd>
        <dt>{t("memory.uses")}</dt>
        <dd>
          {memory.uses}
          {memory.last_used && (
            <>
              {" · "}
              <When at={memory.last_used} />
            </>
          )}
        </dd>
      </dl>
      <Corrections memory={memory} />
      <Origin memory={memory} />
      <Fading memory={memory} />
    </article>
  );
}

/** A single statement can be put in other words; an entity as a whole and what is kept for good cannot. */
function canReword({ past, store, id }: Memory): boolean {
  return !past && store !== "vault" && store !== "procedural" && (store !== "semantic" || id.includes("#"));
}

function Actions({ memory }: { memory: Memory }) {
  const { t } = useLanguage();
  const tell = useToast();
  const [forgetting, setForgetting] = useState(false);
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState(memory.text);
  const setPin = useChange(pin);
  const bringBack = useChange(restore);
  const edit = useChange(editCore);
  const anew = useChange(reword, (done) => tell(done ? t("memory.reworded") : t("memory.rewordWaits")));
  const inPlace = memory.store === "core";
  if (memory.forgotten) {
    return (
      <p className="actions">
        <Button
          look="primary"
          icon="undo"
          onClick={() => bringBack.mutate([memory.id], { onSuccess: () => tell(t("restore.done")) })}
        >
          {t("memory.restore")}
        </Button>
      </p>
    );
  }
  return (
    <>
      <p className="actions">
        {memory.store !== "vault" && (
          <Button
            icon="pin"
            aria-pressed={memory.pinned}
            onClick={() => setPin.mutate({ id: memory.id, pinned: !memory.pinned })}
          >
            {memory.pinned ? t("memory.unpin") : t("memory.pin")}
          </Button>
        )}
        {canReword(memory) && (
          <Button icon="files" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            {inPlace ? t("memory.edit") : t("memory.reword")}
          </Button>
        )}
        <Button icon="trash" onClick={() => setForgetting(true)}>
          {t("memory.forget")}
        </Button>
      </p>
      {editing && (
        <form
          className="edit-line"
          onSubmit={(event) => {
            event.preventDefault();
            if (inPlace) edit.mutate({ replace: { id: memory.id, text } }, { onSuccess: () => setEditing(false) });
            else anew.mutate({ memory, text: text.trim() }, { onSuccess: () => setEditing(false) });
          }}
        >
          <textarea aria-label={inPlace ? t("memory.edit") : t("memory.reword")} rows={3} autoFocus value={text} onChange={(e) => setText(e.target.value)} />
          {!inPlace && <p className="quiet">{t("memory.rewordHelp")}</p>}
          <Button type="submit" look="primary" disabled={!text.trim() || text.trim() === memory.text || edit.isPending || anew.isPending}>
            {t("save")}
          </Button>
        </form>
      )}
      {forgetting && (
        <ForgetDialog
          memories={[memory]}
          onClose={() => setForgetting(false)}
          onDone={() => setForgetting(false)}
        />
      )}
    </>
  );
}

/** Who wrote the lines, when, and in which change. */
function Origin({ memory }: { memory: Memory }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const blame = useBlame(agent, memory.path);
  return (
    <section aria-labelledby="origin">
      <h3 id="origin">{t("memory.origin")}</h3>
      <Loaded query={blame}>
        {(lines) => {
          const own = lines.filter((line) => line.line >= (memory.lines[0] ?? 0) && line.line <= (memory.lines[1] ?? 0));
          const changes = [...new Map(own.map((line) => [line.commit, line])).values()].slice(0, 6);
          // The oldest of them made it; what came later moved or marked it.
          const first = changes.reduce((a, b) => (b && (!a || b.at < a.at) ? b : a), changes[0]);
          return (
            <>
              <ul className="activity">
                {changes.map((line) => (
                  <li key={line.commit}>
                    <span className="badge" title={line.actor}>{actorName(line.actor, t)}</span>
                    <Link to={agentPath(agent, "history", line.commit.slice(0, 12))}>
                      <VisibleText text={line.summary} />
                    </Link>
                    <When at={line.at} />
                  </li>
                ))}
              </ul>
              {first && <Provenance commit={first.commit} />}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Fading({ memory }: { memory: Memory }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const decay = useDecayOf(agent, memory.id);
  return (
    <section aria-labelledby="fading">
      <h3 id="fading">{t("decay.title")}</h3>
      <Loaded query={decay}>
        {(explained) => <DecayCurve decay={explained} thresholds={memory.thresholds} pinned={memory.pinned} />}
      </Loaded>
    </section>
  );
}
