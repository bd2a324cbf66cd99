import { Navigate, useParams } from 'react-router';
import { loadPagePath, loadsPath } from '../paths.ts';

/** Redirects `/dispatcher/my-load-details/:loadId` to the page of the load. */
export default function LoadDetailsRedirectPage() {
  const { loadId } = useParams();
  return <Navigate to={loadId === undefined ? loadsPath : loadPagePath(loadId)} replace />;
}
