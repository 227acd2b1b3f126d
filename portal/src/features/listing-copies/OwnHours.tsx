import { mdiClockAlertOutline } from '@mdi/js'
import { Banner } from '#src/kit/Banner.tsx'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { useT } from './use-t.ts'

/** The listing tells hours that the book does not know. */
export const OwnHours = ({ id, of }: { id: string; of: string }) => {
  const t = useT()
  return (
    <Banner
      tone="warning"
      icon={mdiClockAlertOutline}
      action={
        <LinkButton to="/listing" search={{ id, tab: 'hours' }} of={of}>
          {t('hours.look')}
        </LinkButton>
      }
    >
      {t('hours.own')}
    </Banner>
  )
}
