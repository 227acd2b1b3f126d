import Button from '@mui/material/Button'
import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { googleLaunch } from '@tablewire/contracts/google/google-launch'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from '../use-t.ts'
import { mattersOf } from '../what-to-do.ts'
import { type AccountTab } from './account-tabs.ts'
import { Checks } from './Checks.tsx'
import { FeedWeek } from './FeedWeek.tsx'

/** What is measured changes with every call. */
const againMs = 30_000

/** GO1: what Google wants before it lets an account go live, against what was measured here, and where each is mended. */
export const LaunchRoom = ({ account, onShow }: { account: GoogleAccount; onShow: (tab: AccountTab) => void }) => {
  const t = useT()
  const query = useEndpoint(googleLaunch.read, { params: { id: account.id } }, { refetchInterval: againMs })
  if (!query.data) return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton />
  const { checks, feedDays, since, askedAt, askError, stopped } = query.data
  const missing = mattersOf(account).filter((matter) => matter !== 'rotated' && matter !== 'stopped').length
  const met = checks.filter(({ state }) => state === 'met').length
  return (
    <>
      {stopped ? (
        <ToneBox tone="danger" sx={{ marginBlockEnd: 2 }}>
          {t('launch.stopped', { at: formatInstant(stopped.since), error: stopped.error })}
        </ToneBox>
      ) : null}
      {missing > 0 ? (
        <ToneBox tone="warning" sx={{ marginBlockEnd: 2, alignItems: 'center' }}>
          <span style={{ flex: 1 }}>{t('launch.setup', { count: missing })}</span>
          <Button size="small" color="inherit" onClick={() => onShow('setup')}>
            {t('tab.setup')}
          </Button>
        </ToneBox>
      ) : null}
      <FormSection title={t('launch.title')} hint={t('launch.hint', { met, all: checks.length, since: formatInstant(since) })}>
        <Checks checks={checks} account={account} waitsForDays={feedDays.every(({ good, early }) => good || early)} onShow={onShow} />
      </FormSection>
      <FormSection title={t('launch.week')} hint={t('launch.week.hint')}>
        <FeedWeek days={feedDays} />
        {askError ? (
          <ToneBox tone="warning" sx={{ marginBlockStart: 2 }}>
            {t('launch.askError', { error: askError })}
          </ToneBox>
        ) : null}
        <p>{askedAt ? t('launch.asked', { at: formatInstant(askedAt) }) : t('launch.unasked')}</p>
      </FormSection>
    </>
  )
}
