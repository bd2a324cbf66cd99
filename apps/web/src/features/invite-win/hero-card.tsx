import type { ReferralOverview } from '@headhaul/contracts/referrals';
import { IconBrandTelegram, IconBrandWhatsapp, IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { specTexts } from '../../shared/spec-texts.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { useCopied } from '../../shared/use-copied.ts';
import { priceText } from '../pricing/plan-labels.public.ts';
import classes from './hero-card.module.css';
import { formatEarned, formatNextSign, joinsLeft, shareAddresses } from './invite-labels.ts';
import { RewardRoad } from './reward-road.tsx';
import { rewardRoad } from './road-signs.ts';

interface HeroCardProps {
  overview: ReferralOverview;
  isTrial: boolean;
  now: number;
  onMail: () => void;
}

/** The offer, the rewards so far, the link, and the progress on the road. */
export function HeroCard({ overview, isTrial, now, onMail }: HeroCardProps) {
  const zone = useOfficeZone();
  const { link, daysEarned, creditCents } = overview;
  const isMobile = useIsMobile();
  const road = rewardRoad(daysEarned, isMobile ? 'phone' : 'desk', joinsLeft(overview.invites, now));
  const next = road.signs.find(({ isEarned }) => !isEarned);

  return (
    <section className={classes.card} aria-label="Your link and rewards">
      <div className={classes.offer}>
        <div>
          <h2>
            Seven days for you. <span>Seven for them.</span>
          </h2>
          <p>And a month’s price as credit when their company first pays.</p>
        </div>
        <dl className={classes.figures}>
          <div>
            <dt>earned</dt>
            <dd>{daysEarned} days</dd>
          </div>
          <div>
            <dt>credit</dt>
            <dd>{priceText(creditCents)}</dd>
          </div>
        </dl>
      </div>
      <div className={classes.body}>
        <LinkBox link={link} onMail={onMail} />
        <RewardRoad {...road} />
        <p className={classes.foot}>
          <span>
            {daysEarned === 0 ? (
              'Your first sign is one person away.'
            ) : (
              <>
                <b>{daysEarned} days earned</b>, {formatEarned(overview, isTrial, now, zone)}
              </>
            )}
          </span>
          <span>{formatNextSign(next?.days)}</span>
        </p>
      </div>
    </section>
  );
}

function LinkBox({ link, onMail }: { link: string; onMail: () => void }) {
  const { isCopied, copy } = useCopied(() => navigator.clipboard.writeText(link));
  const { telegram, whatsApp } = shareAddresses(link);
  return (
    <div className={classes.ways}>
      <div className={classes.box}>
        <input readOnly value={link} aria-label="Your invite link" onFocus={(event) => event.currentTarget.select()} spellCheck={false} />
        <button type="button" data-copied={isCopied} onClick={() => void copy()}>
          {isCopied ? <IconCheck size={18} stroke={1.75} aria-hidden="true" /> : <IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          <span aria-live="polite">{isCopied ? specTexts.copied : 'Copy link'}</span>
        </button>
      </div>
      <div className={classes.shares}>
        <a href={telegram} target="_blank" rel="noopener noreferrer">
          <IconBrandTelegram size={18} stroke={1.75} aria-hidden="true" />
          Telegram
        </a>
        <a href={whatsApp} target="_blank" rel="noopener noreferrer">
          <IconBrandWhatsapp size={18} stroke={1.75} aria-hidden="true" />
          WhatsApp
        </a>
        <button type="button" onClick={onMail} aria-haspopup="dialog">
          <IconMail size={18} stroke={1.75} aria-hidden="true" />
          Email
        </button>
      </div>
    </div>
  );
}
