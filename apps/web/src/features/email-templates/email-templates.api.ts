import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

const changesTemplates = { invalidatesTags: ['EmailTemplates', 'EmailAccounts'] } as const;

export const emailTemplatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTemplate: build.query({ ...fromContract(emailTemplateEndpoints.getTemplate), providesTags: ['EmailTemplates'] }),
    saveTemplate: build.mutation({ ...fromContract(emailTemplateEndpoints.saveTemplate), ...changesTemplates }),
    listTemplates: build.query({ ...fromContract(emailTemplateEndpoints.listTemplates), providesTags: ['EmailTemplates'] }),
    createTemplate: build.mutation({ ...creates(emailTemplateEndpoints.createTemplate), ...changesTemplates }),
    updateTemplate: build.mutation({ ...fromContract(emailTemplateEndpoints.updateTemplate), ...changesTemplates }),
    makeDefaultTemplate: build.mutation({ ...fromContract(emailTemplateEndpoints.makeDefaultTemplate), ...changesTemplates }),
    deleteTemplate: build.mutation({ ...fromContract(emailTemplateEndpoints.deleteTemplate), ...changesTemplates }),
    getSignature: build.query({ ...fromContract(emailTemplateEndpoints.getSignature), providesTags: ['EmailTemplates'] }),
    saveSignature: build.mutation({ ...fromContract(emailTemplateEndpoints.saveSignature), ...changesTemplates }),
    prefillSignature: build.query({ ...fromContract(emailTemplateEndpoints.prefillSignature), providesTags: ['Profile', 'Company'] }),
    uploadSignatureImage: build.mutation(fromContract(emailTemplateEndpoints.uploadSignatureImage)),
    deleteSignatureImage: build.mutation(fromContract(emailTemplateEndpoints.deleteSignatureImage)),
  }),
});

// The editor shows these errors itself. A failed prefill only leaves the fields empty.
suppressToastOf('getTemplate', 'listTemplates', 'getSignature', 'prefillSignature', 'uploadSignatureImage');
