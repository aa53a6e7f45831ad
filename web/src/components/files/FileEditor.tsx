import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { type Saving, saveFile } from "../../api/changes";
import { api, ApiError, type Schemas, valueWithTag } from "../../api/client";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { Markdown } from "../Markdown";

const CodeEditor = lazy(() => import("./CodeEditor"));
const ConflictView = lazy(() => import("./ConflictView"));

const DAY_LOG = /(^|\/)\d{4}-\d{2}-\d{2}[^/]*\.md$/;
/** The size from which a file is refused, in bytes. */
const MOST = 16 * 1024;

interface Version {
  value: Schemas["FileContent"];
  etag: string;
}

/** One file: its text, a preview, and a save that never writes over somebody else's. */
export function FileEditor({ opened, line }: { opened: Version; line: number | null }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const tell = useToast();
  const [version, setVersion] = useState(opened);
  const [text, setText] = useState(opened.value.content);
  const [preview, setPreview] = useState(false);
  const [theirs, setTheirs] = useState<Version | null>(null);
  const { filename } = version.value;
  const readOnly = !version.value.writable || DAY_LOG.test(filename);
  const dirty = text !== version.value.content;
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
  const write = (content: string, etag: string) =>
    save.mutate(
      { filename, content, etag, confirm: true },
      {
        onSuccess: (saved) => {
          if (!saved) return;
          setTheirs(null);
          setText(content);
          setVersion({ value: { ...version.value, content }, etag: saved.etag });
          tell(t("files.saved", { file: filename }));
        },
      },
    );
  const size = new TextEncoder().encode(text).length;
  if (theirs) {
    return (
      <Suspense fallback={<Loading />}>
        <ConflictView
          theirs={theirs.value.content}
          mine={text}
          onSave={(merged) => write(merged, theirs.etag)}
          onDiscard={() => {
            setVersion(theirs);
            setText(theirs.value.content);
            setTheirs(null);
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="open-file">
      <header className="file-head">
        <h2 className="mono">{filename}</h2>
        <span className="quiet">
          <meter min={0} max={MOST} high={MOST * 0.8} value={size} aria-label={t("files.size")} /> {t("files.bytes", { n: size })}
        </span>
        <Link to={`${agentPath(agent, "history")}?path=${encodeURIComponent(filename)}`}>{t("nav.history")}</Link>
        <Button aria-pressed={preview} onClick={() => setPreview(!preview)}>
          {t("files.preview")}
        </Button>
        {!readOnly && (
          <Button look="primary" disabled={!dirty || save.isPending} onClick={() => write(text, version.etag)}>
            {t("save")}
          </Button>
        )}
      </header>
      {readOnly && <p className="quiet">{t("files.readOnly")}</p>}
      {version.value.warning && <p className="problem-line">{version.value.warning}</p>}
      <div className={preview ? "file-body both" : "file-body"}>
        <Suspense fallback={<Loading />}>
          <CodeEditor key={version.etag} initial={version.value.content} readOnly={readOnly} line={line} onChange={setText} />
        </Suspense>
        {preview && <Markdown source={text} />}
      </div>
    </div>
  );
}
