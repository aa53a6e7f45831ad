import { useRouteError } from "react-router";
import { Problem } from "../ui/states";

/** What is shown in place of a page that failed; the rest of the app goes on. */
export function BrokenPage() {
  const error = useRouteError();
  return (
    <div className="page">
      <Problem error={error instanceof Error ? error : new Error(String(error))} retry={() => window.location.reload()} />
    </div>
  );
}
