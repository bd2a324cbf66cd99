import { Navigate, useParams } from 'react-router';
import { loadsPath } from '../paths.ts';

/** The long address of a load in the drawer over its list. */
export default function LoadDrawerRedirectPage() {
  const { loadId } = useParams();
  return <Navigate to={loadId === undefined ? loadsPath : `${loadsPath}?load=${loadId}`} replace />;
}
