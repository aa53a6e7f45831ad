import { lazy, Suspense, useState } from "react";
import { type Saving, saveFile } from "../../api/changes";
import { api, ApiError, type Schemas, valueWithTag } from "../../api/client";
import { defaultFile } from "../../api/queries";
import { useChange } from "../../hooks/use-change";
import { type Key, useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { Markdown } from "../Markdown";
import { FileBlame } from "./FileBlame";
import { FileMeter } from "./FileMeter";
import { FilePast } from "./FilePast";

const CodeEditor = lazy(() => import("./CodeEditor"));
const ConflictView = lazy(() => import("./ConflictView"));

const DAY_LOG = /(^|\/)\d{4}-\d{2}-\d{2}[^/]*\.md$/;
const VIEWS = ["edit", "preview", "blame", "past"] as const;
type View = (typeof VIEWS)[number];

interface Version {
  value: Schemas["FileContent"];
  etag: string;
}

/** One file: its text, a preview, who wrote what, its past, and a save that never writes over somebody else's. */
export function FileEditor({ opened, line }: { opened: Version; line: number | null }) {
  const { t } = useLanguage();
  const tell = useToast();
  const [seen, setSeen] = useState(opened.etag);
  const [version, setVersion] = useState(opened);
  const [text, setText] = useState(opened.value.content);
  /** What the editor begins with; a number makes it begin anew. */
  const [begin, setBegin] = useState({ text: opened.value.content, n: 0 });
  const [view, setView] = useState<View>("edit");
  const [theirs, setTheirs] = useState<Version | null>(null);
  const { filename } = version.value;
  const readOnly = !version.value.writable || DAY_LOG.test(filename);
  const dirty = text !== version.value.content;
  const start = (content: string) => {
    setText(content);
    setBegin({ text: content, n: begin.n + 1 });
  };
  const show = (next: View) => {
    // The editor is made anew when it comes back: it begins with what was being written.
    if (view === "blame" || view === "past") start(text);
    setView(next);
  };
  const take = (newer: Version) => {
    setVersion(newer);
    start(newer.value.content);
  };
  if (opened.etag !== seen) {
    // It changed elsewhere. What is being written here stays, and the save will show both.
    setSeen(opened.etag);
    if (!dirty && opened.etag !== version.etag) take(opened);
  }
  const save = useChange((id: string, saving: Saving) =>
    saveFile(id, saving).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) {
        const params = { path: { agent_name: id, filename } };
        setTheirs(await valueWithTag(api.GET("/api/workspace/{agent_name}/file/{filename}", { params })));
        return null;
      }
      throw error;
    }),
  );
  const reset = useChange(defaultFile, (found) => {
    setView("edit");
    start(found.content);
    tell(t("files.isDefault"));
  });
  const write = (content: string, etag: string) =>
    save.mutate(
      { filename, content, etag, confirm: true },
      {
        onSuccess: (saved) => {
          if (!saved) return;
          setVersion({ value: { ...version.value, content }, etag: saved.etag });
          if (theirs) start(content);
          setTheirs(null);
          tell(t("files.saved", { file: filename }));
        },
      },
    );
  if (theirs) {
    return (
      <Suspense fallback={<Loading />}>
        <ConflictView
          key={theirs.etag}
          base={version.value.content}
          theirs={theirs.value.content}
          mine={text}
          onSave={(merged) => {
            // Should it have changed once more, that is brought together with this.
            setVersion(theirs);
            setText(merged);
            write(merged, theirs.etag);
          }}
          onDiscard={() => {
            take(theirs);
            setTheirs(null);
          }}
        />
      </Suspense>
    );
  }
  const elsewhere = dirty && opened.etag !== version.etag;
  return (
    <div className="open-file">
      <header className="file-head">
        <div className="file-name">
          <h2 className="mono">{filename}</h2>
          <FileMeter saved={opened.etag === version.etag ? opened.value : version.value} text={text} />
        </div>
        <div className="views" role="group" aria-label={t("files.views")}>
          {VIEWS.map((one) => (
            <Button key={one} aria-pressed={view === one} onClick={() => show(one)}>
              {t(`files.view.${one}` as Key)}
            </Button>
          ))}
        </div>
        <div className="actions">
        {!readOnly && version.value.has_default && (
          <Button look="quiet" disabled={reset.isPending} onClick={() => reset.mutate(filename)}>
            {t("files.reset")}
          </Button>
        )}
        {!readOnly && (
          <Button look="primary" disabled={!dirty || save.isPending} onClick={() => write(text, version.etag)}>
            {t("save")}
          </Button>
        )}
        </div>
      </header>
      {readOnly && <p className="quiet">{t("files.readOnly")}</p>}
      {elsewhere && <p className="problem-line">{t("files.elsewhere")}</p>}
      <div className={view === "preview" ? "file-body both" : "file-body"}>
        {(view === "edit" || view === "preview") && (
          <Suspense fallback={<Loading />}>
            <CodeEditor key={begin.n} initial={begin.text} readOnly={readOnly} line={line} onChange={setText} />
          </Suspense>
        )}
        {view === "preview" && <Markdown source={text} />}
        {view === "blame" && <FileBlame filename={filename} />}
        {view === "past" && <FilePast filename={filename} />}
      </div>
    </div>
  );
}
