import { mdiAlertOutline } from '@mdi/js'
import type { InstallationProblem } from '@tablewire/contracts/operations/traces'
import { Link } from '@tanstack/react-router'
import { Fragment, useId } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { momentInWords } from './connection-words.ts'
import { useT } from './use-t.ts'

const mild: readonly InstallationProblem['what'][] = ['descriptors', 'secrets_unreadable', 'ids_doubled']

/** What the installation itself lacks; nothing when all is well. */
export const InstallationProblems = ({ problems }: { problems: readonly InstallationProblem[] }) => {
  const t = useT()
  const id = useId()
  if (problems.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('ground.title')}</h2>
      {problems.map(({ what, since, count, venues = [] }) => (
        <ToneBox key={what} tone={mild.includes(what) ? 'warning' : 'danger'}>
          <Icon path={mdiAlertOutline} size={20} />
          <span>
            {t(`ground.${what}`, { count: count ?? '–' })}{' '}
            {venues.map(({ id: venueId, name }, n) => (
              <Fragment key={venueId}>
                {n > 0 && ', '}
                <Link to="/venues" search={{ id: venueId } as never}>
                  {name}
                </Link>
              </Fragment>
            ))}{' '}
            <small>{t('ground.since', { since: momentInWords(since) })}</small>
          </span>
        </ToneBox>
      ))}
    </section>
  )
}
