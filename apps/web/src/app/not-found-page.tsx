import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { PageButton } from '../shared/ui/page-button.tsx';
import { RoadSignPage } from '../shared/ui/road-sign-page.tsx';
import { goBack } from './go-back.ts';

export default function NotFoundPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <RoadSignPage
      tone="guide"
      exit="404"
      title="Page Not Found"
      lead="The page you are searching for is not found"
      hint="Please check the URL or go back to the main page"
      actions={
        <PageButton look="filled" onClick={() => goBack(navigate)}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
          Go back
        </PageButton>
      }
      caption={pathname}
    />
  );
}
