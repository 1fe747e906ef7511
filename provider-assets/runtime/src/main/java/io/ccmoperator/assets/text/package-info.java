// SPDX-License-Identifier: Apache-2.0
/** Operations on strings that all modules share. They know nothing of objects. */
package io.ccmoperator.assets.text;
