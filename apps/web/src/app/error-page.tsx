import { copiedIndicatorMs } from '@headhaul/contracts/constants';
import { ProblemError } from '@headhaul/contracts/http/call';
import { IconArrowLeft, IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router';
import { specTexts } from '../shared/spec-texts.ts';
import { PageButton } from '../shared/ui/page-button.tsx';
import { RoadSignPage } from '../shared/ui/road-sign-page.tsx';
import classes from './error-page.module.css';
import { goBack } from './go-back.ts';
import NotFoundPage from './not-found-page.tsx';

export function ErrorPage() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <BrokenPage error={error} />;
  return (
    <>
      <title>{`${specTexts.notFound.title} · Headhaul`}</title>
      <NotFoundPage />
    </>
  );
}

function BrokenPage({ error }: { error: unknown }) {
  const navigate = useNavigate();
  // The request id finds the failure in our logs; an error that never reached the server has none.
  const supportCode = error instanceof ProblemError ? error.problem.requestId : undefined;
  return (
    <>
      <title>{`${specTexts.error.routerTitle} · Headhaul`}</title>
      <RoadSignPage
        tone="work"
        title={specTexts.error.title}
        lead={specTexts.error.message}
        hint={specTexts.error.hint}
        actions={
          <>
            <PageButton look="filled" onClick={() => goBack(navigate)}>
              <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
              Go back
            </PageButton>
            <PageButton look="plain" onClick={() => window.location.reload()}>
              <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
              Refresh
            </PageButton>
          </>
        }
        caption={supportCode ? <SupportCode code={supportCode} /> : null}
      />
    </>
  );
}

function SupportCode({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedIndicatorMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      (failure: unknown) => console.error('The support code could not be copied', failure),
    );
  };

  return (
    <>
      <span>Tell support: {code}</span>
      <button type="button" className={classes.copy} onClick={copy} aria-label={isCopied ? specTexts.copied : 'Copy the code'}>
        {isCopied ? <IconCheck size={14} stroke={1.75} /> : <IconCopy size={14} stroke={1.75} />}
      </button>
    </>
  );
}
