import type { ReactNode } from "react";
import { ApiError } from "../api/client";
import { useLanguage } from "../i18n";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";

export function Empty({ icon = "memories", title, children }: { icon?: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      <p className="empty-title">{title}</p>
      {children && <div className="empty-body">{children}</div>}
    </div>
  );
}

export function Problem({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useLanguage();
  const offline = error instanceof ApiError && error.kind === "offline";
  return (
    <div className="problem" role="alert">
      <Icon name="alert" />
      <div>
        <strong>{offline ? t("problem.offline") : t("problem.title")}</strong>
        <p>{error.message}</p>
      </div>
      {retry && <Button onClick={retry}>{t("retry")}</Button>}
    </div>
  );
}

export function Loading() {
  const { t } = useLanguage();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t("loading")}</span>
      <div className="shimmer" />
      <div className="shimmer" />
      <div className="shimmer short" />
    </div>
  );
}

interface QueryLike<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** What a query has: its data, why there is none, or that it is under way. */
export function Loaded<T>({ query, children }: { query: QueryLike<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}
