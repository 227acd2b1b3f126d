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

type About = Pick<GoogleAccount, 'channelId' | 'environment'>
type CheckProps = { check: GoogleCheck; account: About; onShow: (tab: AccountTab) => void }
const CheckItem = ({ check, account, onShow }: CheckProps) => {
  const t = useT()
  const { name, state } = check
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
          {state === 'met' ? null : (
            <>
              <br />
              {t(account.environment === 'sandbox' && isTrial(name) ? `check.do.${name}.sandbox` : `check.do.${name}`)}
            </>
          )}
        </>
      }
      acts={
        state === 'met' ? null : 'tab' in place ? (
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

type ChecksProps = { checks: readonly GoogleCheck[]; account: About; onShow: (tab: AccountTab) => void }
export const Checks = ({ checks, account, onShow }: ChecksProps) => {
  const t = useT()
  return (
    <ItemList aria-label={t('launch.title')}>
      {checks.map((check) => (
        <CheckItem key={check.name} check={check} account={account} onShow={onShow} />
      ))}
    </ItemList>
  )
}
