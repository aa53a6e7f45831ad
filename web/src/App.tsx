import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { RouterProvider } from "react-router";
import { ApiError } from "./api/client";
import { type Catalogue, LANGUAGES, LanguageContext, languageOf } from "./i18n";
import { useStored } from "./lib/store";
import { fetchPages, router } from "./routes";
import { Toasts } from "./ui/Toasts";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

/** When the pages that were not opened yet are fetched: the first one is there by then. */
const FETCH_MS = 2000;

function systemLanguage(): string {
  const wanted = navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

export function App() {
  const [theme] = useStored("soul.theme", "system");
  const [locale] = useStored("soul.language", systemLanguage());
  const [catalogue, setCatalogue] = useState<Catalogue>({});
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.lang = locale;
    let current = true;
    void LANGUAGES[locale]?.load().then((loaded) => {
      if (current) setCatalogue(loaded);
    });
    return () => {
      current = false;
    };
  }, [locale]);
  useEffect(() => {
    const timer = setTimeout(() => void fetchPages(), FETCH_MS);
    return () => clearTimeout(timer);
  }, []);
  const language = useMemo(() => languageOf(locale, catalogue), [locale, catalogue]);
  return (
    <LanguageContext.Provider value={language}>
      <QueryClientProvider client={client}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </LanguageContext.Provider>
  );
}
