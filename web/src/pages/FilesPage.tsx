import { useParams, useSearchParams } from "react-router";
import { useFile, useFiles } from "../api/queries";
import { FileEditor } from "../components/files/FileEditor";
import { FileTree } from "../components/files/FileTree";
import { useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { Loaded } from "../ui/states";

export function FilesPage() {
  const { t } = useLanguage();
  const files = useFiles(useAgent());
  const filename = useParams()["*"] ?? "";
  return (
    <div className={filename ? "page files has-file" : "page files"}>
      <title>{`${t("nav.files")} — Soulfile`}</title>
      <section aria-labelledby="files-title" className="files-list">
        <h1 id="files-title">{t("nav.files")}</h1>
        <Loaded query={files}>{(all) => <FileTree files={all} />}</Loaded>
      </section>
      <section className="files-main" aria-label={t("files.editor")}>
        {filename ? <OpenedFile key={filename} filename={filename} /> : <p className="choose quiet">{t("files.choose")}</p>}
      </section>
    </div>
  );
}

function OpenedFile({ filename }: { filename: string }) {
  const file = useFile(useAgent(), filename);
  const [params] = useSearchParams();
  const line = Number(params.get("line")) || null;
  return <Loaded query={file}>{(opened) => <FileEditor opened={opened} line={line} />}</Loaded>;
}
