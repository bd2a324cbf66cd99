import { Navigate, useParams } from 'react-router';
import { loadPagePath, loadsPath } from '../paths.ts';

/** The long address of a load's page. */
export default function LoadDetailsRedirectPage() {
  const { loadId } = useParams();
  return <Navigate to={loadId === undefined ? loadsPath : loadPagePath(loadId)} replace />;
}
