import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiProgressClock } from '@mdi/js'
import Button from '@mui/material/Button'
import type { GoogleCheck } from '@tablewire/contracts/google/google-launch'
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

const CheckItem = ({ check, onShow }: { check: GoogleCheck; onShow: (tab: AccountTab) => void }) => {
  const t = useT()
  const { name, state, figure, threshold, rule, of } = check
  const { tone, icon } = looks[state]
  const wanted = figureOf(name, threshold)
  const said =
    figure === null
      ? t(`check.unmeasured.${rule}`, { wanted })
      : t(of === null ? `check.figure.${rule}` : `check.figureOf.${rule}`, { figure: figureOf(name, figure), wanted, of: of ?? 0 })
  const place = placeOf(check)
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
              {t(`check.do.${name}`)}
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
          <LinkButton to={place.to} search={{}} of={title}>
            {t(`page.${place.to}`)}
          </LinkButton>
        )
      }
    />
  )
}

export const Checks = ({ checks, onShow }: { checks: readonly GoogleCheck[]; onShow: (tab: AccountTab) => void }) => {
  const t = useT()
  return (
    <ItemList aria-label={t('launch.title')}>
      {checks.map((check) => (
        <CheckItem key={check.name} check={check} onShow={onShow} />
      ))}
    </ItemList>
  )
}
