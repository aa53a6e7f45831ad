import { NavLink } from "react-router";
import type { Schemas } from "../../api/client";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";

type File = Schemas["FileInfo"];

function folders(files: File[]): [string, File[]][] {
  const found = new Map<string, File[]>();
  for (const file of files) {
    const at = file.filename.lastIndexOf("/");
    const folder = at < 0 ? "" : file.filename.slice(0, at);
    found.set(folder, [...(found.get(folder) ?? []), file]);
  }
  return [...found.entries()].toSorted(([a], [b]) => a.localeCompare(b));
}

/** The files by folder; those at the top say who the agent is. */
export function FileTree({ files }: { files: File[] }) {
  const { t } = useLanguage();
  const agent = useAgent();
  return (
    <nav className="file-tree" aria-label={t("nav.files")}>
      {folders(files).map(([folder, inside]) => (
        <details key={folder} open={folder === "" || inside.length < 12}>
          <summary>{folder || t("files.top")}</summary>
          <ul>
            {inside.map((file) => (
              <li key={file.filename}>
                <NavLink to={agentPath(agent, "files", file.filename)}>
                  <span>{file.filename.slice(file.filename.lastIndexOf("/") + 1)}</span>
                  {file.warning && <span className="badge tone-warn">!</span>}
                </NavLink>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
