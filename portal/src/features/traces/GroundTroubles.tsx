import { mdiAlertOutline } from '@mdi/js'
import type { GroundTrouble } from '@tablewire/contracts/traces'
import { useId } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { momentInWords } from './connection-words.ts'
import { useT } from './use-t.ts'

/** What the installation itself lacks; nothing when all is well. */
export const GroundTroubles = ({ troubles }: { troubles: readonly GroundTrouble[] }) => {
  const t = useT()
  const id = useId()
  if (troubles.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('ground.title')}</h2>
      {troubles.map(({ what, since, count }) => (
        <ToneBox key={what} tone={what === 'descriptors' || what === 'secrets_unreadable' ? 'warning' : 'danger'}>
          <Icon path={mdiAlertOutline} size={20} />
          <span>
            {t(`ground.${what}`, { count: count ?? '–' })} <small>{t('ground.since', { since: momentInWords(since) })}</small>
          </span>
        </ToneBox>
      ))}
    </section>
  )
}
