import { styled } from '@mui/material/styles'
import type { NotificationSettings } from '@tablewire/contracts/operations/notifications'
import { useAbility } from '#src/api/ability.ts'
import { useSession } from '#src/api/session.ts'
import { Card } from '#src/kit/Card.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { ChoicesTable } from './ChoicesTable.tsx'
import { PushCard } from './PushCard.tsx'
import { TestCard } from './TestCard.tsx'
import { useChoosing, useSettings, eventsFor } from './use-choices.ts'
import { useT } from './use-t.ts'
import { VenueChoices } from './VenueChoices.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.7fr) minmax(280px, 1fr)',
  alignItems: 'start',
  gap: theme.spacing(2.5),
  width: '100%',
  maxWidth: 1160,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > div': { display: 'grid', gap: theme.spacing(2.5) },
}))
const Hint = styled('p')(({ theme }) => ({ margin: '12px 0 0', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' }))

const AllVenues = ({ settings, readOnly }: { settings: NotificationSettings; readOnly: boolean }) => {
  const t = useT()
  const { choose } = useChoosing()
  const { choices, devices } = settings
  const ofPlatform = useSession().userData?.companyName === null
  const onboards = useAbility().can('read', 'onboarding')
  const unheard = devices.length === 0 && Object.values(choices).some((ways) => ways?.push)
  return (
    <Card title={t('all.title')} hint={t('all.hint')}>
      <ChoicesTable
        label={t('all.title')}
        choices={choices}
        readOnly={readOnly}
        of={eventsFor({ ofPlatform, onboards })}
        onChange={(next) => choose(null, next, choices)}
      />
      {unheard ? <Hint>{t('push.none')}</Hint> : null}
    </Card>
  )
}

/** SE3 */
export const NotificationsPage = () => {
  const t = useT()
  const settings = useSettings()
  const readOnly = !useAbility().can('update', 'settings-notifications')
  // Somebody who acts as this person must not be pushed to after he went back.
  const acting = Boolean(useSession().userData?.actedBy)
  return (
    <>
      <PageTitle title={t('title')} hint={t('hint')} />
      {settings.isError && !settings.data ? <ErrorState error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.isPending ? <FormSkeleton fields={7} /> : null}
      {settings.data ? (
        <Columns>
          <div>
            <AllVenues settings={settings.data} readOnly={readOnly} />
            <VenueChoices settings={settings.data} readOnly={readOnly} />
          </div>
          <div>
            <PushCard settings={settings.data} readOnly={readOnly || acting} />
            <TestCard settings={settings.data} readOnly={readOnly} />
          </div>
        </Columns>
      ) : null}
    </>
  )
}
