import { useLanguage } from "../i18n";
import { useStored } from "../lib/store";
import { Button } from "../ui/Button";

function isDark(theme: string): boolean {
  return theme === "system" ? window.matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/** Light or dark, remembered in this browser; until chosen, as the system says. */
export function ThemeButton() {
  const { t } = useLanguage();
  const [theme, setTheme] = useStored("soul.theme", "system");
  const dark = isDark(theme);
  const label = dark ? t("theme.light") : t("theme.dark");
  return (
    <Button
      look="quiet"
      icon={dark ? "sun" : "moon"}
      aria-label={label}
      title={label}
      onClick={() => setTheme(dark ? "light" : "dark")}
    />
  );
}
