import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api, value } from "../api/client";
import { getToken, signIn, signOut } from "../api/session";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";

export function SignInPage() {
  const { t } = useLanguage();
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const used = useRef(false);
  const from = (state as { from?: string } | null)?.from ?? "/";

  useEffect(() => {
    const code = hash.slice(1);
    if (!code || used.current) {
      if (!code && getToken()) void navigate(from, { replace: true });
      return;
    }
    used.current = true;
    // Out of the address at once: it works only once, and must not lie in the history.
    window.history.replaceState(null, "", "/sign-in");
    value(api.POST("/api/sign-in", { body: { code } })).then(
      ({ token }) => {
        signIn(token);
        void navigate("/", { replace: true });
      },
      (error: Error) => setProblem(error.message),
    );
  }, [hash, from, navigate]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    signIn(text.trim());
    try {
      await value(api.GET("/api/agents"));
      void navigate(from, { replace: true });
    } catch (error) {
      signOut();
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <main className="sign-in">
      <title>{t("signIn.title")}</title>
      <img src="/icon.svg" alt="" width={56} height={56} />
      <h1>Soulfile</h1>
      <p className="lead">{t("app.lead")}</p>
      <form onSubmit={(event) => void submit(event)} className="card">
        <p>
          {t("signIn.open")} <code>soul open</code>
        </p>
        <label className="field">
          <span>{t("signIn.token")}</span>
          <input
            type="password"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="soul_person_…"
          />
        </label>
        <p className="quiet">
          {t("signIn.show")} <code>soul serve token show</code>
        </p>
        {problem && (
          <p className="problem-line" role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" look="primary" disabled={!text.trim()}>
          {t("signIn.submit")}
        </Button>
      </form>
    </main>
  );
}
