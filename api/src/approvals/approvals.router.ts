import {
  approvalInput,
  approveHereInput,
  askApprovalInput,
  refuseApprovalInput,
} from 'domain/approval-inputs';
import { z } from 'zod';
import { employeeProcedure, router } from '../trpc.ts';
import { answerAsking, answererOf, cancelAsking } from './answer-approval.ts';
import { approveHere, listApprovers, startApprovalByPasskey } from './approve-here.ts';
import { askApproval } from './ask-approval.ts';
import { countWaiting, followAsking, followWaiting } from './follow-approvals.ts';
import { listApprovals } from './list-approvals.ts';

const nothing = z.strictObject({}).optional();

export const approvalsRouter = router({
  /** The counter: a movement above the merchant's value waits for a manager. */
  ask: employeeProcedure('cashback.issue')
    .input(askApprovalInput)
    .mutation(({ ctx, input }) => askApproval(ctx.app, ctx.staff, ctx, input)),

  /** The counter's dialog: the state of an own asking, live. */
  watch: employeeProcedure('cashback.issue')
    .input(approvalInput)
    .subscription(({ ctx, input, signal }) => followAsking(ctx.app, ctx.staff, input.id, signal)),

  /** The counter's dialog was closed. */
  cancel: employeeProcedure('cashback.issue')
    .input(approvalInput)
    .mutation(({ ctx, input }) => cancelAsking(ctx.app, ctx.staff, ctx, input.id)),

  /** The counter's dialog: who may approve with a PIN. */
  approvers: employeeProcedure('cashback.issue')
    .input(approvalInput)
    .query(({ ctx, input }) => listApprovers(ctx.app, ctx.staff, input.id)),

  /** The counter's dialog: what a browser needs for the passkey of who approves. */
  startPasskey: employeeProcedure('cashback.issue')
    .input(approvalInput)
    .mutation(({ ctx, input }) => startApprovalByPasskey(ctx.app, ctx.staff, input.id)),

  /** The counter's dialog: who approves is there, by a PIN or a passkey. */
  approveHere: employeeProcedure('cashback.issue')
    .input(approveHereInput)
    .mutation(({ ctx, input }) => approveHere(ctx.app, ctx.staff, ctx, input)),

  /** The askings of the last day. */
  list: employeeProcedure('approvals.give', { shows: 'counted' })
    .input(nothing)
    .query(({ ctx }) => listApprovals(ctx.app, ctx.staff)),

  /** How many wait for an answer. */
  count: employeeProcedure('approvals.give')
    .input(nothing)
    .query(({ ctx }) => countWaiting(ctx.app, ctx.staff)),

  /** The same, live. */
  watchAll: employeeProcedure('approvals.give')
    .input(nothing)
    .subscription(({ ctx, signal }) => followWaiting(ctx.app, ctx.staff, signal)),

  approve: employeeProcedure('approvals.give')
    .input(approvalInput)
    .mutation(({ ctx, input }) =>
      answerAsking(ctx.app, answererOf(ctx.staff), ctx, { ...input, answer: 'approved' }),
    ),

  refuse: employeeProcedure('approvals.give')
    .input(refuseApprovalInput)
    .mutation(({ ctx, input }) =>
      answerAsking(ctx.app, answererOf(ctx.staff), ctx, { ...input, answer: 'refused' }),
    ),
});
