import { brands } from '@tablewire/contracts/identity/brands'
import { queryClient, useCall } from '#src/api/query.ts'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, emptyDraft } from './brand-draft.ts'
import type { ThemeTools } from './brand-theme.ts'
import { BrandEditor } from './BrandEditor.tsx'
import { useBrandDraft } from './use-brand-draft.ts'
import { useT } from './use-t.ts'

export const CreateBrand = ({ tools, onLeave }: { tools: ThemeTools; onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const { draft, change, take, restored } = useBrandDraft('new', emptyDraft, 0)
  const create = useCall(brands.create, { meta: { shown: true } })
  return (
    <BrandEditor
      title={t('create.title')}
      before={emptyDraft}
      restored={restored}
      draft={draft}
      onChange={change}
      tools={tools}
      onBack={() => onLeave(undefined)}
      save={async (now) => {
        const made = await create.mutateAsync({ body: bodyOf(now) })
        await queryClient.invalidateQueries({ queryKey: ['brands'] })
        take(emptyDraft)
        toast.success(t('created', { name: made.name }))
        return () => onLeave(made.id)
      }}
    />
  )
}
