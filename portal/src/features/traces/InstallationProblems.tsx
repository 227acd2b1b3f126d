import { mdiAlertOutline } from '@mdi/js'
import type { InstallationProblem } from '@tablewire/contracts/operations/traces'
import { Link } from '@tanstack/react-router'
import { Fragment, useId } from 'react'
import { formatRecent } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { momentInWords } from './connection-words.ts'
import { useT } from './use-t.ts'

const mild: readonly InstallationProblem['what'][] = [
  'replica_behind',
  'replica_away',
  'replica_wrong',
  'descriptors',
  'secrets_unreadable',
  'ids_doubled',
  'google_ending',
  'google_behind',
  'google_refused',
  'meta_pages',
  'tripadvisor_ids',
  'google_feeds',
  'google_drift',
]

const momentsIn = (between: InstallationProblem['between']) => between && { from: formatRecent(between.from), to: formatRecent(between.to) }

/** Where it is noted, and when it was found: a moment, not something that goes on. */
const RestoredMore = ({ found }: { found: string }) => {
  const t = useT()
  return (
    <>
      <Link to="/audit" search={{ kind: 'installation', act: 'restored' } as never}>
        {t('ground.restored.audit')}
      </Link>{' '}
      <small>{t('ground.restored.found', { at: formatRecent(found) })}</small>
    </>
  )
}

/** What the installation itself lacks; nothing when all is well. */
export const InstallationProblems = ({ problems }: { problems: readonly InstallationProblem[] }) => {
  const t = useT()
  const id = useId()
  if (problems.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('ground.title')}</h2>
      {problems.map(({ what, since, count, between, venues = [], accounts = [] }) => (
        <ToneBox
          key={what}
          tone={mild.includes(what) ? 'warning' : 'danger'}
          sx={{ marginBlockEnd: 1, '& small': { whiteSpace: 'nowrap' } }}
        >
          <Icon path={mdiAlertOutline} size={20} />
          <span>
            {t(`ground.${what}`, { count: count ?? '–', ...momentsIn(between) })}{' '}
            {[
              ...venues.map((venue) => ({ ...venue, to: '/venues' as const })),
              ...accounts.map((account) => ({ ...account, to: '/google-accounts' as const })),
            ].map(({ id: placeId, name, to }, n) => (
              <Fragment key={placeId}>
                {n > 0 && ', '}
                <Link to={to} search={{ id: placeId } as never}>
                  {name}
                </Link>
              </Fragment>
            ))}{' '}
            {what === 'restored' ? <RestoredMore found={since} /> : <small>{t('ground.since', { since: momentInWords(since) })}</small>}
          </span>
        </ToneBox>
      ))}
    </section>
  )
}
