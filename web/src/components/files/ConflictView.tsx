import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { useEffect, useRef } from "react";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { basics } from "./editor";

interface Props {
  theirs: string;
  mine: string;
  onSave: (text: string) => void;
  onDiscard: () => void;
}

/** Two versions side by side: what is saved now, and what is to be saved, which can be changed here. */
export default function ConflictView({ theirs, mine, onSave, onDiscard }: Props) {
  const { t } = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const merge = useRef<MergeView | null>(null);
  const [left, right] = [t("files.theirs"), t("files.mine")];
  useEffect(() => {
    if (!host.current) return undefined;
    const view = new MergeView({
      parent: host.current,
      a: { doc: theirs, extensions: [basics(left), EditorState.readOnly.of(true)] },
      b: { doc: mine, extensions: [basics(right)] },
      revertControls: "a-to-b",
    });
    merge.current = view;
    return () => view.destroy();
  }, [theirs, mine, left, right]);
  return (
    <div className="conflict">
      <p className="problem-line" role="alert">
        {t("files.conflict")}
      </p>
      <div className="conflict-heads quiet">
        <span>{left}</span>
        <span>{right}</span>
      </div>
      <div ref={host} className="merge-view" />
      <p className="actions">
        <Button look="primary" onClick={() => onSave(merge.current?.b.state.doc.toString() ?? mine)}>
          {t("files.saveMerged")}
        </Button>
        <Button onClick={onDiscard}>{t("files.takeTheirs")}</Button>
      </p>
    </div>
  );
}
