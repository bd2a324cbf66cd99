import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { deletePicture, uploadPicture } from '../email-signatures/pictures.service.ts';
import { prefillSignature } from '../email-signatures/prefill.service.ts';
import { getSignature, saveSignature } from '../email-signatures/signatures.service.ts';
import {
  createTemplate,
  deleteTemplate,
  getOneTemplate,
  getTemplate,
  listTemplates,
  makeDefaultTemplate,
  saveTemplate,
  updateTemplate,
} from './email-templates.service.ts';

export function emailTemplateRoutes(app: App): void {
  implement(app, emailTemplateEndpoints, {
    getTemplate: signedIn(({ ctx, params }) => getTemplate(ctx, params.id)),
    saveTemplate: signedIn(({ ctx, params, body }) => saveTemplate(ctx, params.id, body)),
    listTemplates: signedIn(({ ctx, params }) => listTemplates(ctx, params.id)),
    createTemplate: signedIn(({ ctx, params, body }) => createTemplate(ctx, params.id, body)),
    getOneTemplate: signedIn(({ ctx, params }) => getOneTemplate(ctx, params.templateId)),
    updateTemplate: signedIn(({ ctx, params, body }) => updateTemplate(ctx, params.templateId, body)),
    makeDefaultTemplate: signedIn(({ ctx, params }) => makeDefaultTemplate(ctx, params.templateId)),
    deleteTemplate: signedIn(({ ctx, params }) => deleteTemplate(ctx, params.templateId)),
    getSignature: signedIn(({ ctx, params }) => getSignature(ctx, params.id)),
    saveSignature: signedIn(({ ctx, params, body }) => saveSignature(ctx, params.id, body.signature)),
    prefillSignature: signedIn(({ ctx }) => prefillSignature(ctx)),
    uploadSignatureImage: signedIn(({ ctx, body }) => uploadPicture(ctx, body.file.content)),
    deleteSignatureImage: signedIn(({ ctx, query }) => deletePicture(ctx, query.imageUrl)),
  });
}
