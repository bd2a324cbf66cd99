import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { specTexts } from '../shared/spec-texts.ts';
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
      title={specTexts.notFound.title}
      lead={specTexts.notFound.message}
      hint={specTexts.notFound.hint}
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
