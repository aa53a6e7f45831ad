import { Link } from "react-router";
import { useLanguage } from "../i18n";
import { Empty } from "../ui/states";

export function NotFoundPage() {
  const { t } = useLanguage();
  return (
    <Empty icon="search" title={t("notFound.title")}>
      <Link to="/">{t("notFound.home")}</Link>
    </Empty>
  );
}
