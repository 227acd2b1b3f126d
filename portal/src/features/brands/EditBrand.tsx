import Button from '@mui/material/Button'
import { brands } from '@tablewire/contracts/identity/brands'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { brand as brandOfPage } from '#src/api/brand.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, type Draft, draftOf, type SavedBrand } from './brand-draft.ts'
import type { ThemeTools } from './brand-theme.ts'
import { BrandEditor } from './BrandEditor.tsx'
import { DeleteBrand } from './DeleteBrand.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import { useBrandDraft } from './use-brand-draft.ts'
import { useT } from './use-t.ts'

type Props = { tools: ThemeTools; onLeave: (id: string | undefined) => void }

export const EditBrand = ({ id, ...props }: Props & { id: string }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    brands.get,
    { params: { id } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <Editor saved={query.data} {...props} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={() => props.onLeave(undefined)} query={query} />
}

const Editor = ({ saved: opened, tools, onLeave }: Props & { saved: SavedBrand }) => {
  const t = useT()
  const [saved, setSaved] = useState(opened)
  const before = useMemo(() => draftOf(saved), [saved])
  const { draft, change, take: takeDraft, of, base, restored } = useBrandDraft(saved.id, before, saved.version)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<SavedBrand>()
  const update = useCall(brands.update, { meta: { shown: true } })
  const take = (fresh: SavedBrand, sent?: Draft): void => {
    setSaved(fresh)
    takeDraft(draftOf(fresh), sent)
    dropTheirs()
    queryClient.setQueryData(keyOf(brands.get, { params: { id: fresh.id } }), fresh)
    void queryClient.invalidateQueries({ queryKey: keyOf(brands.list) })
  }
  const write = async (now: Draft, version: number): Promise<void> => {
    const fresh = await update.mutateAsync({ params: { id: saved.id }, body: { ...bodyOf(now), version } })
    take(fresh, now)
    // The page itself came in the brand as it was.
    if (fresh.id === brandOfPage.id) toast.success(t('saved.own'), { label: t('reload'), run: () => location.reload() })
    else toast.success(t('saved', { name: fresh.name }))
  }
  const save = async (now: Draft, version = of): Promise<undefined> => {
    try {
      await write(now, version)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'brand.version_stale')) throw error
      meet(error, await api(brands.get, { params: { id: saved.id } }))
    }
  }
  const overwrite = ({ version }: SavedBrand): void => {
    dropTheirs()
    save(draft, version).catch((error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
  }
  return (
    <>
      <BrandEditor
        title={saved.name}
        before={before}
        restored={restored}
        draft={draft}
        onChange={change}
        tools={tools}
        onBack={() => onLeave(undefined)}
        save={save}
        actions={
          <>
            <Button color="inherit" component={Link} to="/booking-pages" search={{ id: saved.id } as never}>
              {t('booking.open')}
            </Button>
            <DeleteBrand brand={saved} onDeleted={() => onLeave(undefined)} />
          </>
        }
      />
      <StaleDialog
        saves={saves}
        before={base}
        theirs={theirs}
        onTake={(fresh) => take(fresh)}
        onOverwrite={overwrite}
        onClose={dropTheirs}
      />
    </>
  )
}
