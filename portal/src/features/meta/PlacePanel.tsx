import { mdiCheckCircleOutline, mdiCircleOutline, mdiLinkOff, mdiOpenInNew, mdiProgressClock } from '@mdi/js'
import Button from '@mui/material/Button'
import { meta, type MetaInstall, type MetaPageAbove, type MetaPlace, type MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useLive } from '#src/api/live.ts'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from './use-t.ts'

const isStanding = (install: MetaInstall | null): boolean => install?.state === 'connected' || install?.state === 'lost'
const icons = { connected: mdiCheckCircleOutline, lost: mdiLinkOff, leaving: mdiProgressClock, gone: mdiCircleOutline } as const
/** What is under way at Meta is done within seconds. */
const busyMs = 3000
const isBusy = (place: MetaPlace | undefined): boolean => {
  const { install } = place ?? {}
  return install?.state === 'leaving' || (install?.state === 'connected' && install.buttonUrl === null && install.problem === null)
}

const useSayings = () => {
  const t = useT()
  /** A button that is not there, or cannot be pressed, is not spoken of. */
  return (install: MetaInstall | null, mayConnect: boolean): string => {
    if (install === null) return mayConnect ? t('never.text') : ''
    const { state, buttonAt, connectedAt, connectedByName, endedAt, endedBy } = install
    if (state === 'leaving') return t('leaving.text')
    if (state === 'gone') return t(`ended.${endedBy ?? 'person'}`, { at: formatInstant(endedAt ?? connectedAt) })
    const since = t('connected.text', { at: formatInstant(connectedAt), who: connectedByName })
    return buttonAt ? `${since} ${t('button.since', { at: formatInstant(buttonAt) })}` : since
  }
}

const Problem = ({ install }: { install: MetaInstall }) => {
  const t = useT()
  const { problem, problemSaid, nextTryAt } = install
  if (problem === null) return null
  return (
    <ToneBox tone={problem === 'later' || problem === 'unreachable' ? 'warning' : 'danger'}>
      {[
        t(`problem.${problem}`),
        problemSaid ? t('problem.said', { said: problemSaid }) : '',
        nextTryAt && install.state !== 'lost' ? t('problem.next', { at: formatInstant(nextTryAt) }) : '',
      ]
        .filter(Boolean)
        .join('\n')}
    </ToneBox>
  )
}

const Acts = ({ place, onChanged }: { place: MetaPlace; onChanged: (place: MetaPlace) => void }) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const [link, setLink] = useState<Record<string, string>>()
  const make = useCall(meta.link)
  const retry = useCall(meta.retry)
  const uninstall = useCall(meta.uninstall)
  const { kind, id, install, obstacle } = place
  const input = { params: { id }, query: { kind } }
  const standing = isStanding(install)
  return (
    <>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button
          variant={standing && install?.state !== 'lost' ? 'outlined' : 'contained'}
          disabled={obstacle !== null}
          loading={make.isPending}
          onClick={() => make.mutate(input, { onSuccess: ({ url }) => setLink({ [t('link')]: url }) })}
        >
          {t(standing ? 'link.again' : 'link.make')}
        </Button>
        {install?.state === 'connected' && install.problem !== null ? (
          <Button
            variant="outlined"
            loading={retry.isPending}
            onClick={() => retry.mutate(input, { onSuccess: (fresh) => onChanged(fresh) })}
          >
            {t(install.problem === 'missing' ? 'retry.missing' : 'retry')}
          </Button>
        ) : null}
        {standing ? (
          <Button color="error" onClick={() => setAsked(true)}>
            {t('uninstall')}
          </Button>
        ) : null}
      </div>
      <SecretOnce title={t('link.title')} secrets={link} onClose={() => setLink(undefined)}>
        <p>{t('link.text', { place: place.name })}</p>
        <Button
          component="a"
          href={link?.[t('link')]}
          target="_blank"
          rel="noreferrer"
          variant="outlined"
          startIcon={<Icon path={mdiOpenInNew} size={18} />}
        >
          {t('link.open')}
        </Button>
      </SecretOnce>
      <ConfirmDialog
        open={asked}
        title={t('uninstall.title', { page: install?.pageName ?? '' })}
        confirmLabel={t('uninstall')}
        danger
        busy={uninstall.isPending}
        onConfirm={() =>
          uninstall.mutate(input, {
            onSuccess: (fresh) => {
              toast.success(t('uninstalled'))
              onChanged(fresh)
            },
            onSettled: () => setAsked(false),
          })
        }
        onClose={() => setAsked(false)}
      >
        {t('uninstall.text', { place: place.name })}
      </ConfirmDialog>
    </>
  )
}

/** Guests come from there as well: a page of the brand or the company. */
const PageAbove = ({ page: { kind, id, name, state, pageName } }: { page: MetaPageAbove }) => {
  const t = useT()
  const mayOpen = useAbility().can('read', 'companies')
  return (
    <ListItem
      icon={<Icon path={icons[state]} />}
      title={t(`above.${state}`, { page: pageName })}
      text={t(`above.${kind}`, { name })}
      acts={
        mayOpen ? (
          <Button size="small" component={Link} to="/meta" search={{ kind, id } as never}>
            {t('above.open')}
          </Button>
        ) : null
      }
    />
  )
}

type PlacePanelProps = { kind: MetaPlaceKind; id: string; back: ReactNode }

/** How one place stands with Meta, and what can be done about it. */
export const PlacePanel = ({ kind, id, back }: PlacePanelProps) => {
  const t = useT()
  const saying = useSayings()
  const may = useAbility().can('update', 'licences')
  const input = { params: { id }, query: { kind } }
  const query = useEndpoint(meta.place, input, { refetchInterval: ({ state }) => (isBusy(state.data) ? busyMs : false) })
  useLive(({ type, id: changed }) => {
    if (type === 'group' || (type === 'venue' && changed === id)) void queryClient.invalidateQueries({ queryKey: ['meta'] })
  })
  const place = query.data
  if (!place)
    return (
      <>
        <PageTitle title={t('title')} back={back} />
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={3} />}
      </>
    )
  const { install, above, obstacle, bookingUrl } = place
  const title =
    install && install.state !== 'gone'
      ? t(`state.${install.state}`, { page: install.pageName })
      : t(above.length ? 'state.noOwn' : 'state.none')
  return (
    <>
      <PageTitle title={t('title.of', { place: place.name })} hint={t(`hint.${kind}`)} back={back} />
      <FormSection title={t('section.page')} hint={t(place.ownApp ? 'section.page.own' : 'section.page.hint')}>
        <div style={{ display: 'grid', gap: 12 }}>
          <ItemList>
            {above.map((page) => (
              <PageAbove key={page.kind} page={page} />
            ))}
            <ListItem
              icon={<Icon path={icons[install?.state ?? 'gone']} />}
              title={title}
              text={saying(install, may && obstacle === null)}
            />
          </ItemList>
          {install && isStanding(install) ? <Problem install={install} /> : null}
          {obstacle ? <ToneBox tone="info">{t(`obstacle.${obstacle}`)}</ToneBox> : null}
          {may ? (
            <Acts place={place} onChanged={() => void queryClient.invalidateQueries({ queryKey: ['meta'] })} />
          ) : (
            <p style={{ margin: 0 }}>{t('notYou')}</p>
          )}
        </div>
      </FormSection>
      <FormSection title={t('section.booking')} hint={t('section.booking.hint')}>
        {bookingUrl ? (
          <a href={bookingUrl} target="_blank" rel="noreferrer" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {bookingUrl}
          </a>
        ) : (
          <ToneBox tone="warning">{t('booking.none')}</ToneBox>
        )}
      </FormSection>
    </>
  )
}
