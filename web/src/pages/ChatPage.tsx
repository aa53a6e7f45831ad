import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useIdentity } from "../api/queries";
import { Avatar } from "../components/Avatar";
import { ChatApprovals } from "../components/chat/ChatApprovals";
import { ChatLog } from "../components/chat/ChatLog";
import { Composer } from "../components/chat/Composer";
import { SessionList } from "../components/chat/SessionList";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useChat } from "../hooks/use-chat";
import { type Key, useLanguage } from "../i18n";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Problem } from "../ui/states";

const IDEAS: Key[] = ["chat.idea.know", "chat.idea.remember", "chat.idea.week", "chat.idea.reflect"];

export function ChatPage() {
  const { t } = useLanguage();
  const agent = useAgent();
  const { session } = useParams();
  const navigate = useNavigate();
  const [room, setRoom] = useState("");
  const identity = useIdentity(agent).data;
  const chat = useChat(agent, session, (id) => void navigate(agentPath(agent, "chat", id), { replace: !session }));
  const view = chat.view.data;
  const name = view?.agent ?? identity?.name.value ?? agent;
  const begin = () => void navigate(agentPath(agent, "chat"));
  const send = (text: string) => void chat.send(text, room.trim());
  const empty = !session && !chat.turn;
  return (
    <div className={session || chat.turn ? "page split chat has-detail" : "page split chat"}>
      <title>{`${t("nav.chat")} — Soulfile`}</title>
      <section className="split-list" aria-labelledby="chat-title">
        <header className="page-head">
          <h1 id="chat-title">{t("nav.chat")}</h1>
          <Button icon="plus" onClick={begin} disabled={!session}>
            {t("chat.new")}
          </Button>
        </header>
        <SessionList chosen={session} onGone={begin} />
      </section>
      <section className="split-detail chat-main" aria-label={t("chat.with", { name })}>
        <header className="chat-head">
          {!empty && <Button look="quiet" icon="back" className="detail-back" aria-label={t("back")} onClick={begin} />}
          {identity && <Avatar identity={identity} size={36} />}
          <strong>{name}</strong>
          {view?.room && <Badge tone="accent">#{view.room}</Badge>}
          {view?.model && <Badge>{view.model}</Badge>}
          {view && !view.model && (
            <span className="quiet">
              {t("chat.noModel")} <Link to={agentPath(agent, "settings")}>{t("chat.addModel")}</Link>
            </span>
          )}
        </header>
        {empty ? (
          <div className="chat-empty">
            {identity && <Avatar identity={identity} size={72} />}
            <p className="empty-title">{t("chat.start", { name })}</p>
            <ul className="ideas">
              {IDEAS.map((idea) => (
                <li key={idea}>
                  <button type="button" className="button" onClick={() => send(t(idea))}>
                    {t(idea)}
                  </button>
                </li>
              ))}
            </ul>
            <label className="select">
              <span>{t("chat.room")}</span>
              <input value={room} placeholder={t("chat.private")} onChange={(event) => setRoom(event.target.value)} />
            </label>
          </div>
        ) : (
          <ChatLog exchanges={chat.exchanges} turn={chat.turn} name={name} model={Boolean(view?.model)} onAnswer={send} />
        )}
        {chat.view.error && <Problem error={chat.view.error} />}
        {chat.failed && <Problem error={chat.failed} />}
        {!view?.room && <ChatApprovals />}
        <Composer busy={chat.turn !== null} onSend={send} onStop={chat.stop} />
      </section>
    </div>
  );
}
