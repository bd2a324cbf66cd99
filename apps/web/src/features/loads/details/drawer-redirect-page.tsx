import { Navigate, useParams } from 'react-router';
import { loadsPath } from '../paths.ts';

/** Redirects `/dispatcher/load-inner-details/:loadId` to the list with the load open in the drawer. */
export default function LoadDrawerRedirectPage() {
  const { loadId } = useParams();
  return <Navigate to={loadId === undefined ? loadsPath : `${loadsPath}?load=${loadId}`} replace />;
}
