import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./Icon";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: IconName;
  look?: "plain" | "primary" | "danger" | "quiet";
  /** A key that does the same, shown beside the label. */
  hint?: string;
}

export function Button({ icon, look = "plain", hint, children, className = "", ...rest }: Props) {
  return (
    <button type="button" className={`button ${look} ${className}`} {...rest}>
      {icon && <Icon name={icon} size={16} />}
      {children && <span>{children}</span>}
      {hint && <kbd aria-hidden="true">{hint}</kbd>}
    </button>
  );
}
