import { mdiAccountSwitchOutline, mdiCellphone, mdiLaptop, mdiTabletCellphone, mdiHelpCircleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Session, security } from '@tablewire/contracts/identity/security'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useT } from './use-t.ts'

const Stack = styled('div')({ display: 'grid', gap: 16 })
const icons: Record<Session['device'], string> = {
  desktop: mdiLaptop,
  phone: mdiCellphone,
  tablet: mdiTabletCellphone,
  unknown: mdiHelpCircleOutline,
}
/** More of them than one looks through are shown on demand. */
const shownAtFirst = 6

type RowProps = { session: Session; locked: boolean; busy: boolean; onEnd: () => void }

const SessionThing = ({ session, locked, busy, onEnd }: RowProps) => {
  const t = useT()
  const { browser, system, current, kind, secondFactor, network, actedBy } = session
  const device = [browser, system].filter(Boolean).join(', ') || t('sessions.unknown')
  const how = secondFactor && kind === 'password' ? t('sessions.how.twoStep') : t(`sessions.how.${kind}`)
  return (
    <ListItem
      icon={<Icon path={actedBy ? mdiAccountSwitchOutline : icons[session.device]} />}
      title={
        <>
          {device}
          {current ? <Tag tone="success">{t('sessions.current')}</Tag> : null}
          {actedBy ? <Tag tone="warning">{t('sessions.actedBy', { name: actedBy.name })}</Tag> : null}
        </>
      }
      text={[
        t('sessions.used', { at: formatInstant(session.usedAt) }),
        t('sessions.since', { at: formatInstant(session.startedAt) }),
        how,
        ...(network ? [network] : []),
      ].join(' · ')}
      acts={
        current || locked ? null : (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={busy}
            aria-label={`${t('sessions.end')}: ${device}`}
            onClick={onEnd}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    />
  )
}

const useEnding = () => {
  const t = useT()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(security.sessions) })
  const one = useCall(security.endSession, {
    onSuccess: async () => {
      toast.success(t('sessions.ended'))
      await refresh()
    },
    // It may have ended meanwhile: the list then shows what is true.
    onError: () => void refresh(),
  })
  const others = useCall(security.endOtherSessions, {
    onSuccess: async ({ ended }) => {
      toast.success(t('sessions.othersEnded', { count: ended }))
      await refresh()
    },
  })
  return { one, others }
}

/** AC9: where one is signed in, and the way to end it from here. */
export const SessionsSection = ({ locked }: { locked: boolean }) => {
  const t = useT()
  const query = useEndpoint(security.sessions, {}, { meta: { shown: true } })
  const { one, others } = useEnding()
  const [asking, setAsking] = useState(false)
  const [all, setAll] = useState(false)
  const sessions = query.data ?? []
  const hidden = all ? 0 : Math.max(0, sessions.length - shownAtFirst)
  return (
    <FormSection title={t('sessions.title')} hint={t('sessions.hint')}>
      {query.isPending ? <FormSkeleton fields={2} /> : null}
      {query.isError && !query.data ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? (
        <Stack>
          <ItemList>
            {sessions.slice(0, sessions.length - hidden).map((session) => (
              <SessionThing
                key={session.id}
                session={session}
                locked={locked}
                busy={one.isPending && one.variables.params.id === session.id}
                onEnd={() => one.mutate({ params: { id: session.id } })}
              />
            ))}
          </ItemList>
          {hidden > 0 ? (
            <Button color="inherit" sx={{ justifySelf: 'start' }} onClick={() => setAll(true)}>
              {t('sessions.more', { count: hidden })}
            </Button>
          ) : null}
          {sessions.some(({ current }) => !current) && !locked ? (
            <Button variant="outlined" color="error" sx={{ justifySelf: 'start' }} onClick={() => setAsking(true)}>
              {t('sessions.endOthers')}
            </Button>
          ) : null}
        </Stack>
      ) : null}
      <ConfirmDialog
        open={asking}
        danger
        title={t('sessions.endOthers')}
        confirmLabel={t('sessions.endOthers.confirm')}
        busy={others.isPending}
        onConfirm={() => others.mutate({}, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {t('sessions.endOthers.text')}
      </ConfirmDialog>
    </FormSection>
  )
}
