import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { NoteInput, note, noteList } from '../../../contract/company/notes.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { asAnswer, getJson, postJson, putJson, sendDelete } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { companyKey } from '../../api/query-client.ts';

const listQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'notes'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.notes(companyId), { parse: asAnswer<z.output<typeof noteList>>(), signal }),
  });

/** All notes of a company, in ascending order of time. */
export const notesQuery = (companyId: string) =>
  queryOptions({ ...listQuery(companyId), select: (list) => list.annotations });

/** Whether this browser may add notes. */
export const mayAnnotateQuery = (companyId: string) =>
  queryOptions({ ...listQuery(companyId), select: (list) => list.mayAnnotate });

/** Adds a note, or changes the one with the id. Pending until the list shows it. */
export function useSaveNote(companyId: string, id?: string) {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async (input: NoteInput) => {
      const parse = asAnswer<z.output<typeof note>>();
      if (id === undefined)
        await request.send(input, (headers) =>
          postJson(apiPaths.notes(companyId), input, { parse, headers }),
        );
      else await putJson(apiPaths.note(companyId, id), input, { parse });
      await client.invalidateQueries({ queryKey: listQuery(companyId).queryKey });
    },
  });
}

export function useDeleteNote(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendDelete(apiPaths.note(companyId, id)),
    onSettled: () => client.invalidateQueries({ queryKey: listQuery(companyId).queryKey }),
  });
}
