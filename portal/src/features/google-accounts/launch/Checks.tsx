import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiProgressClock } from '@mdi/js'
import Button from '@mui/material/Button'
import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import type { GoogleCheck, GoogleCheckName } from '@tablewire/contracts/google/google-launch'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from '../use-t.ts'
import type { AccountTab } from './account-tabs.ts'
import { figureOf, placeOf } from './figures.ts'

const looks = {
  met: { tone: 'success', icon: mdiCheckCircleOutline },
  missed: { tone: 'warning', icon: mdiAlertCircleOutline },
  waiting: { tone: 'neutral', icon: mdiProgressClock },
} as const

/** Made in Google's test environment as long as the account is there. */
const isTrial = (name: GoogleCheckName): name is 'lookups' | 'bookings' => name === 'lookups' || name === 'bookings'

/** What was measured, beside what Google wants. */
const useFigure = ({ name, figure, threshold, rule, of }: GoogleCheck): string => {
  const t = useT()
  const wanted = figureOf(name, threshold)
  if (figure === null) return t(`check.unmeasured.${rule}`, { wanted })
  const said = { figure: figureOf(name, figure), wanted }
  // Of nothing there is no share yet.
  if (!of) return t(`check.figure.${rule}`, said)
  const number = formatNumber(of)
  return rule === 'atLeast'
    ? t('check.figureOf.atLeast', { ...said, of: number })
    : t('check.figureOf.below', { ...said, count: of, number })
}

type About = Pick<GoogleAccount, 'channelId' | 'environment' | 'passwords' | 'refusedSince'>
type Asked = { account: About; /** No day was missed since the account is there. */ waitsForDays: boolean }
/** What is to be done; `act` false: nothing here. */
const useAdvice = ({ name, state }: GoogleCheck, { account, waitsForDays }: Asked): { text: string; act: boolean } | undefined => {
  const t = useT()
  if (state === 'met') return undefined
  if (state === 'waiting') return { text: t('check.waits'), act: false }
  if (name === 'feeds' && waitsForDays) return { text: t('check.do.feeds.wait'), act: false }
  if (name === 'lookups' && account.refusedSince === null && account.passwords.some(({ usedAt }) => usedAt !== null))
    return { text: t('check.do.lookups.more'), act: false }
  const text = t(account.environment === 'sandbox' && isTrial(name) ? `check.do.${name}.sandbox` : `check.do.${name}`)
  // Booking is done at Google alone.
  return { text, act: name !== 'bookings' && name !== 'changes' }
}

type CheckProps = Asked & { check: GoogleCheck; onShow: (tab: AccountTab) => void }
const CheckItem = ({ check, onShow, ...asked }: CheckProps) => {
  const t = useT()
  const { name, state } = check
  const { account } = asked
  const advice = useAdvice(check, asked)
  const { tone, icon } = looks[state]
  const said = useFigure(check)
  const place = placeOf(check, account.channelId)
  const title = t(`check.${name}`)
  return (
    <ListItem
      icon={<Icon path={icon} />}
      title={
        <>
          {title}
          <Tag tone={tone}>{t(`check.state.${state}`)}</Tag>
        </>
      }
      text={
        <>
          {said}
          {advice ? (
            <>
              <br />
              {advice.text}
            </>
          ) : null}
        </>
      }
      acts={
        !advice?.act ? null : 'tab' in place ? (
          <Button size="small" color="inherit" aria-label={`${t(`tab.${place.tab}`)}: ${title}`} onClick={() => onShow(place.tab)}>
            {t(`tab.${place.tab}`)}
          </Button>
        ) : (
          <LinkButton to={place.to} search={place.search} of={title}>
            {t(`page.${place.to}`)}
          </LinkButton>
        )
      }
    />
  )
}

type ChecksProps = Omit<CheckProps, 'check'> & { checks: readonly GoogleCheck[] }
export const Checks = ({ checks, ...more }: ChecksProps) => {
  const t = useT()
  return (
    <ItemList aria-label={t('launch.title')}>
      {checks.map((check) => (
        <CheckItem key={check.name} check={check} {...more} />
      ))}
    </ItemList>
  )
}
