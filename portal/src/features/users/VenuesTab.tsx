import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { seesEveryVenue } from '@tablewire/contracts/identity/access'
import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useAbility } from '#src/api/ability.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { memberIds, type Members, memberText, noChange, withMember } from '#src/kit/form/members.ts'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'
import { Chips, GivenVenues, GroupFinder, VenueFinder } from './VenueFinders.tsx'

type AccessKind = UserDetail['access']
/** `venues`: what is to change of them. */
type AccessChoice = { access: AccessKind; groups: FindOption[]; venues: Members }
const chosenOf = ({ access, groups: seen }: UserDetail): AccessChoice => ({ access, groups: seen, venues: noChange })
const idsOf = (found: readonly FindOption[]): string[] => found.map(({ id }) => id)
const same = (a: AccessChoice, b: AccessChoice): boolean =>
  JSON.stringify([a.access, idsOf(a.groups).toSorted(), memberIds(a.venues)]) ===
  JSON.stringify([b.access, idsOf(b.groups).toSorted(), memberIds(b.venues)])

/** ON1: which venues somebody sees. Whoever may do everything sees all of them. */
export const VenuesTab = ({ user, onSaved }: { user: UserDetail; onSaved: (user: UserDetail) => void }) => {
  const t = useT()
  const [chosen, setChosen] = useState(() => chosenOf(user))
  const give = useCall(users.giveVenues)
  const mayGroups = useAbility().can('read', 'groups')
  const everything = seesEveryVenue(user.roles)
  const locked = user.oneself || !user.mayChange || everything
  const changed = !same(chosen, chosenOf(user))
  const addGroup = (found: FindOption): void =>
    setChosen((now) => ({ ...now, groups: [...now.groups.filter(({ id }) => id !== found.id), found] }))
  const setVenues = (venues: Members): void => setChosen((now) => ({ ...now, venues }))
  /** As somebody else saved it meanwhile. */
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<UserDetail>()
  const write = ({ access, groups, venues }: AccessChoice, version: number): void =>
    give.mutate(
      { params: { id: user.id }, query: { mode: 'min' }, body: { access, groups: idsOf(groups), ...memberIds(venues), version } },
      {
        onSuccess: (fresh) => {
          dropTheirs()
          setChosen(chosenOf(fresh))
          void queryClient.invalidateQueries({ queryKey: keyOf(users.venues) })
          onSaved(fresh)
          toast.success(t('venues.saved', { name: fullName(fresh) }))
        },
        // What was chosen stays on the screen, beside what stands there now.
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'user.version_stale')
            void api(users.get, { params: { id: user.id }, query: { mode: 'min' } }).then(
              (now) => meet(error, now),
              () => undefined,
            )
        },
      },
    )
  const save = (): void => write(chosen, user.version)
  const kinds: AccessKind[] = ['all', ...(mayGroups || chosen.access === 'groups' ? (['groups'] as const) : []), 'venues']
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <FormSection title={t('s.access')} hint={t(everything ? 's.access.everything' : user.oneself ? 'oneself' : 's.access.hint')}>
        <RadioGroup
          aria-label={t('s.access')}
          value={chosen.access}
          onChange={(_, access) => setChosen((now) => ({ ...now, access: access as AccessKind }))}
        >
          {kinds.map((kind) => (
            <FormControlLabel key={kind} value={kind} disabled={locked} control={<Radio />} label={t(`access.${kind}`)} />
          ))}
        </RadioGroup>
      </FormSection>
      {chosen.access === 'groups' ? (
        <FormSection title={t('access.groups')} hint={t('access.groups.hint')}>
          {locked ? null : <GroupFinder companyId={user.companyId} onChoose={addGroup} />}
          <Chips
            label={t('access.groups')}
            found={chosen.groups}
            disabled={locked}
            onChange={(next) => setChosen((now) => ({ ...now, groups: next }))}
          />
        </FormSection>
      ) : null}
      {chosen.access === 'venues' ? (
        <FormSection title={t('access.venues')} hint={t('access.venues.hint')}>
          {locked ? null : <VenueFinder onChoose={(found) => setVenues(withMember(chosen.venues, found))} />}
          <GivenVenues user={user} members={chosen.venues} onChange={locked ? undefined : setVenues} />
        </FormSection>
      ) : null}
      {locked ? null : <SaveBar changed={changed} saving={give.isPending} errors={0} onDiscard={() => setChosen(chosenOf(user))} />}
      <StaleDialog
        saves={saves}
        before={chosenOf(user)}
        theirs={theirs && chosenOf(theirs)}
        mine={chosen}
        labelOf={(name) => t(name === 'access' ? 's.access' : name === 'groups' ? 'access.groups' : 'tab.venues')}
        textOf={(name, value) =>
          name === 'venues'
            ? memberText(value)
            : Array.isArray(value)
              ? (value as FindOption[]).map((one) => one.name).join(', ') || '–'
              : t(`access.${value as AccessKind}`)
        }
        onSave={(both) => theirs && write(both, theirs.version)}
        onClose={dropTheirs}
      />
    </form>
  )
}
