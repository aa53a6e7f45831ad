import { type KeyboardEvent, useState } from "react";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";

interface Props {
  busy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Where a line is written: Enter sends it, Shift and Enter begin another one. */
export function Composer({ busy, onSend, onStop }: Props) {
  const { t } = useLanguage();
  const [text, setText] = useState("");
  const send = () => {
    if (busy || !text.trim()) return;
    onSend(text.trim());
    setText("");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label={t("chat.line")}
        placeholder={t("chat.placeholder")}
        rows={Math.min(6, text.split("\n").length)}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
      />
      {busy ? (
        <Button icon="close" onClick={onStop}>
          {t("chat.stop")}
        </Button>
      ) : (
        <Button type="submit" look="primary" icon="arrow" disabled={!text.trim()}>
          {t("chat.send")}
        </Button>
      )}
    </form>
  );
}
