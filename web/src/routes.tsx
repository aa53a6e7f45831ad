// The site map. What needs an editor or a drawing library is fetched when its page is opened.
import { createBrowserRouter } from "react-router";
import { Shell } from "./components/Shell";
import { SignedIn } from "./components/SignedIn";
import { BrokenPage } from "./pages/BrokenPage";
import { ChatPage } from "./pages/ChatPage";
import { ContextPage } from "./pages/ContextPage";
import { FilesPage } from "./pages/FilesPage";
import { GraphPage } from "./pages/GraphPage";
import { HistoryPage } from "./pages/HistoryPage";
import { HomePage } from "./pages/HomePage";
import { MemoriesPage } from "./pages/MemoriesPage";
import { NotFoundPage } from "./pages/NotFoundPage";
import { ReviewPage } from "./pages/ReviewPage";
import { SearchPage } from "./pages/SearchPage";
import { SettingsPage } from "./pages/SettingsPage";
import { SignInPage } from "./pages/SignInPage";
import { StartPage } from "./pages/StartPage";

export const router = createBrowserRouter([
  { path: "/sign-in", element: <SignInPage /> },
  {
    element: <SignedIn />,
    children: [
      { path: "/", element: <StartPage /> },
      {
        path: "/a/:agent",
        element: <Shell />,
        children: [{ errorElement: <BrokenPage />, children: [
          { index: true, element: <HomePage /> },
          { path: "chat/:session?", element: <ChatPage /> },
          { path: "memories", element: <MemoriesPage /> },
          { path: "memories/:id", element: <MemoriesPage /> },
          { path: "search", element: <SearchPage /> },
          { path: "review", element: <ReviewPage /> },
          { path: "files/*", element: <FilesPage /> },
          { path: "history", element: <HistoryPage /> },
          { path: "history/:id", element: <HistoryPage /> },
          { path: "context", element: <ContextPage /> },
          { path: "graph", element: <GraphPage /> },
          { path: "settings/:tab?", element: <SettingsPage /> },
          { path: "*", element: <NotFoundPage /> },
        ] }],
      },
    ],
  },
  { path: "*", element: <NotFoundPage /> },
]);
