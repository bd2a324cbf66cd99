import { useLoaderData } from 'react-router';
import { links } from '../../shared/links.ts';
import type { SignInResult } from '../../shared/session/sign-in.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { PageAnchor, PageLink } from '../../shared/ui/page-button.tsx';
import { RoadSignPage } from '../../shared/ui/road-sign-page.tsx';

/** Shown only when the sign-in failed. After a success the loader has already redirected. */
export default function OauthCallbackPage() {
  const result = useLoaderData<SignInResult>();
  return (
    <RoadSignPage
      tone="work"
      title={specTexts.loginError.title}
      lead={specTexts.loginError.message}
      actions={
        <>
          <PageLink look="filled" to="/login">
            {specTexts.loginError.button}
          </PageLink>
          <PageAnchor look="plain" href={links.support}>
            Contact support
          </PageAnchor>
        </>
      }
      caption={result.kind === 'failed' ? result.reason : null}
    />
  );
}
