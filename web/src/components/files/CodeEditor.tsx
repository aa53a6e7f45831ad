import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { useLanguage } from "../../i18n";
import { basics } from "./editor";

interface Props {
  initial: string;
  readOnly: boolean;
  line: number | null;
  /** What it is called; the chosen file, where it is not said. */
  label?: string;
  onChange: (text: string) => void;
}

/** The text of one file. It is mounted anew for every version that is opened. */
export default function CodeEditor({ initial, readOnly, line, label: name, onChange }: Props) {
  const { t } = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  const label = name ?? t("files.editor");
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initial,
        extensions: [
          basics(label),
          EditorState.readOnly.of(readOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    if (line && line <= view.state.doc.lines) {
      const at = view.state.doc.line(line).from;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    }
    return () => view.destroy();
  }, [initial, readOnly, line, label]);
  return <div ref={host} className="code-editor" />;
}
