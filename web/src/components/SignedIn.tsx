import { useSyncExternalStore } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { getToken, onSession } from "../api/session";

/** What only somebody with a token is shown. */
export function SignedIn() {
  const token = useSyncExternalStore(onSession, getToken);
  const { pathname } = useLocation();
  return token ? <Outlet /> : <Navigate to="/sign-in" state={{ from: pathname }} replace />;
}
